import { systemClock } from '#platform/clock/clock';
import type { Config } from '../config/config.ts';
import { STAND_IN_KEY, STAND_IN_PASSWORD, STAND_IN_TOTP_KEY, startStandIn } from '@trace/stand-ins/alarm-hub/stand-in';

export interface DemoHubs {
  /** The settings with the hub service that hubs are linked at. */
  config: Config;
  /** False: the operator configured another service. */
  isStandIn: boolean;
  /** Explains how to sign in to the hub service. Empty if the operator configured another service. */
  welcome: string;
  stop(): Promise<void>;
}

/** Starts a hub service on this machine, unless the settings name a hub service. */
export async function startDemoHubs(config: Config): Promise<DemoHubs> {
  if (config.alarmHub !== null) return { config, isStandIn: false, welcome: '', stop: async () => {} };
  const service = await startStandIn({ clock: systemClock() });
  return {
    isStandIn: true,
    config: { ...config, alarmHub: { url: service.url, key: STAND_IN_KEY } },
    welcome: `\nHub service accounts (fake), password for all: ${STAND_IN_PASSWORD}
  novak@hub.example   three hubs              empty@hub.example   none
  totp@hub.example    needs a code (authenticator key ${STAND_IN_TOTP_KEY})
  pro@, busy@, hang@, garbage@, strange@hub.example   simulated errors\n`,
    stop: service.stop,
  };
}
