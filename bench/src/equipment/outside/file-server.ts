// A plain file server on the same runtime, as a separate process: `node file-server.ts FILE`. Prints its port.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

const [, , file = ''] = process.argv;

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-length': statSync(file).size, 'content-type': 'application/octet-stream' });
  // A caller that goes away early is no error.
  pipeline(createReadStream(file), response, () => {});
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
