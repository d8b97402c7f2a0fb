/** The command lines of the toolkit that pages show to the developer. */
export interface Toolkit {
  /** A command line, quoted for a shell. It acts as the demo TPP, or as the TPP of `tppId`. */
  line(words: readonly string[], tppId?: string): string;
  /** The program, such as "npm run tpp --". */
  readonly command: string;
  /** The options that a command needs in another terminal. Begins with a space unless it is empty. */
  readonly options: string;
  /** The folder with the keys of TPPs. */
  readonly keysFolder: string;
  /** The organizationIdentifier of the demo TPP. */
  readonly demoTppId: string;
}
