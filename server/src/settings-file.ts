import { existsSync } from 'node:fs';
import { readConfig, type Config } from './config.ts';

/** Loads `.env` of the working folder. A variable of the environment takes precedence. */
export function loadSettingsFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env');
}

/** Reads the settings of this installation, for the server and each command of its console. */
export function readSettings(): Config {
  loadSettingsFile();
  return readConfig(process.env);
}
