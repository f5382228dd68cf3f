import { collectDefaultMetrics, Registry } from 'prom-client';

let processMetrics: Registry | undefined;

/**
 * Creates a registry with the metrics of this process, such as its memory. All apps of a process share these metrics,
 * because their observers of garbage collections and of the event loop never end and keep their registry in memory.
 */
export function createMetricsRegistry(): Registry {
  if (processMetrics === undefined) {
    processMetrics = new Registry();
    collectDefaultMetrics({ register: processMetrics });
  }
  return Registry.merge([processMetrics]);
}
