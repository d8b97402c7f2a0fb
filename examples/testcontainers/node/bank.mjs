/** The bank in a container, for the tests of a TPP. */
import { GenericContainer, Wait } from 'testcontainers';

/** `image` is built by: docker build -t psd2-bank:embedded --target embedded . */
export async function startBank(image = 'psd2-bank:embedded') {
  const container = await new GenericContainer(image)
    .withEnvironment({ SANDBOX: 'true' })
    .withExposedPorts(4000)
    .withWaitStrategy(Wait.forHttp('/readyz', 4000))
    .withStartupTimeout(60_000)
    .start();
  /** @param {string[]} words */
  const node = async (...words) => {
    const { exitCode, output } = await container.exec(['node', ...words]);
    if (exitCode !== 0) throw new Error(output);
    return output;
  };
  return {
    url: `http://${container.getHost()}:${container.getMappedPort(4000)}`,
    /**
     * Makes a TPP. It does not see what another TPP creates.
     * @param {string} name
     */
    async tpp(name) {
      await node('dist/tpp/cli.js', 'certificate', name);
      /** @param {string} ending */
      const read = (ending) => node('-p', `fs.readFileSync('/data/tpp/${name}.${ending}', 'utf8')`);
      return { certificatePem: await read('pem'), privateKeyPem: await read('key') };
    },
    stop: () => container.stop(),
  };
}
