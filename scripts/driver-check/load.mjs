/** Transactions without a pause until the server is gone, and then attempts; says first which process the server is. */
const [, , home, url] = process.argv;
const { default: postgres } = await import(`${home}/src/index.js`);
const sql = postgres(url, { max: 10, onnotice: () => undefined });
const [{ postmaster }] = await sql`select pg_read_file('postmaster.pid') as postmaster`;
setTimeout(() => process.exit(0), 2_000);
const turn = async (tx) => {
  await Promise.all([tx`select 1`, tx`select ${'x'.repeat(50_000)}::text`, tx`select 2`]);
  await tx`select pg_sleep(0.002)`;
};
for (let worker = 0; worker < 40; worker += 1)
  (async () => {
    for (;;) await sql.begin(turn).catch(() => new Promise((resolve) => setTimeout(resolve, 1)));
  })();
setTimeout(() => console.log(postmaster.split('\n')[0]), 300);
