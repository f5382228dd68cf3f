import { existsSync } from 'node:fs';
import { readConfig, type Config } from './config.ts';

/** Loads `.env` of the working folder. A variable of the environment takes precedence. */
export function loadSettingsFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env');
}

/** Reads the settings of this installation from its environment and `.env`, for the server and each console command. */
export function readSettings(environment: NodeJS.ProcessEnv): Config {
  loadSettingsFile();
  return readConfig(environment);
}
