import { failToStart, runUntilStopped } from './run.ts';
import { startServer } from './server.ts';
import { readSettings } from './config/settings-file.ts';

try {
  const config = readSettings(process.env);
  const server = await startServer(config);
  server.log.info({ url: server.url, mqttsPort: server.mqttsPort, mqttPort: server.mqttPort }, 'Trace is ready');
  runUntilStopped(server.stop, server.log, config.stopDelaySec);
} catch (error) {
  failToStart(error);
}
