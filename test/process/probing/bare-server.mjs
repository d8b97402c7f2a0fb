/** What node:http does alone: a process that answers everybody at once, to compare with. */
import { createServer } from 'node:http';

const server = createServer((_, response) => response.end('alive\n'));
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
process.on('disconnect', () => process.exit(0));
