/** Jest's `globalTeardown`. */
export default () => globalThis.testBank.stop();
