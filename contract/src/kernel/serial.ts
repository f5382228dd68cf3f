export const SERIAL_MAX_LENGTH = 64;
export const FACTORY_SERIAL_PREFIX = 'Trace_';
/** Serials of phones that users added. The registry refuses the prefix, so no tracker has such a serial. */
export const PHONE_SERIAL_PREFIX = 'Phone_';

/** A phone reports by itself over HTTP. It receives no commands, and has no certificate, hub or SIM settings. */
export const isPhone = (serial: string): boolean => serial.toLowerCase().startsWith(PHONE_SERIAL_PREFIX.toLowerCase());
