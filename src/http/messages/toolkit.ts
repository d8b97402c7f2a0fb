/** The toolkit's command line as pages of the service print it, to be run from another terminal. */
export interface Toolkit {
  /** The line for a command and its words, as the demo TPP or as the TPP of `tppId`; quoted where a shell needs it. */
  line(words: readonly string[], tppId?: string): string;
  /** How a page calls it that makes its lines itself. */
  readonly command: string;
  /** What a page puts behind a command that it makes itself; begins with a blank unless it is empty. */
  readonly options: string;
  /** Where the keys of the sandbox's TPPs lie. */
  readonly keys: string;
  /** The tppId of the demo TPP, which signs where none is named. */
  readonly demo: string;
}
