/** Command lines that pages show to be run in another terminal. */
export interface Toolkit {
  /** The command line as the demo TPP, or as the TPP of `tppId`; quoted for a shell. */
  line(words: readonly string[], tppId?: string): string;
  readonly command: string;
  /** Begins with a space unless it is empty. */
  readonly options: string;
  /** Folder of the keys. */
  readonly keys: string;
  readonly demo: string;
}
