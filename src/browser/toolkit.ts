/** The toolkit's command line as pages of the service show it, to be run in another terminal. */
export interface Toolkit {
  /** The line for a command and its words, as the demo TPP or as the TPP of `tppId`; quoted where a shell needs it. */
  line(words: readonly string[], tppId?: string): string;
  /** The command, for a page that builds its own lines. */
  readonly command: string;
  /** The options to append to such a line; begins with a space unless it is empty. */
  readonly options: string;
  /** Where the keys of the sandbox's TPPs lie. */
  readonly keys: string;
  /** The tppId of the demo TPP, which signs where none is named. */
  readonly demo: string;
}
