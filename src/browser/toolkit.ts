/** The toolkit's command lines, which pages show to the developer. */
export interface Toolkit {
  /** A command line, quoted for a shell. By default it acts as the demo TPP. */
  line(words: readonly string[], tppId?: string): string;
  /** How the developer calls the toolkit, for example `npm run tpp --`. */
  readonly command: string;
  /** The options with which a command finds this service and its keys. Empty, or begins with a space, so that it can follow a command. */
  readonly options: string;
  readonly keysFolder: string;
  readonly demoTppId: string;
}
