export const SERIAL_MAX_LENGTH = 64;
export const FACTORY_SERIAL_PREFIX = 'Trace_';
