import { existsSync } from 'node:fs';
import { readConfig } from './config.ts';
import { failToStart, runUntilStopped } from './run.ts';
import { startServer } from './server.ts';

if (existsSync('.env')) process.loadEnvFile('.env');

try {
  const config = readConfig(process.env);
  const server = await startServer(config);
  server.log.info({ url: server.url, mqttsPort: server.mqttsPort, mqttPort: server.mqttPort }, 'Trace is ready');
  runUntilStopped(server.stop, server.log, config.stopDelaySec);
} catch (error) {
  failToStart(error);
}
