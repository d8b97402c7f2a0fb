declare module 'rfc2047' {
  const rfc2047: { decode(text: string): string; encode(text: string): string };
  export default rfc2047;
}
