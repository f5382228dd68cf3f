// Where the gateway listens, and by which name devices reach it.
import type { GatewayLimits } from './limits.ts';

export interface GatewaySettings {
  readonly host: string;
  /** 0 takes a free port. */
  readonly mqttsPort: number;
  /** Null: no plain listener. It always listens on loopback. */
  readonly mqttPort: number | null;
  /** The name by which devices reach this server. */
  readonly publicHost: string | null;
  readonly limits?: Partial<GatewayLimits>;
}
