/** The command lines of the toolkit that pages show to the developer. */
export interface Toolkit {
  /** A command line, quoted for a shell. By default it acts as the demo TPP. */
  line(words: readonly string[], tppId?: string): string;
  readonly command: string;
  /** The options that a command needs outside of the service's environment. Begins with a space unless it is empty. */
  readonly options: string;
  readonly keysFolder: string;
  readonly demoTppId: string;
}
