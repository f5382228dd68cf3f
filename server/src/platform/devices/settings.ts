// The addresses where the gateway listens, and the name by which devices reach it.
import type { GatewayLimits } from './limits.ts';

export interface GatewaySettings {
  readonly host: string;
  /** 0 takes a free port. */
  readonly mqttsPort: number;
  /** Null: no plain listener. The plain listener is always on loopback. */
  readonly mqttPort: number | null;
  /** The name by which devices reach this server. */
  readonly publicHost: string | null;
  /** The port by which devices reach this server. Null: the open port, without a load balancer in between. */
  readonly publicPort?: number | null;
  readonly limits?: Partial<GatewayLimits>;
}
