/** Rows per answer of the device list. */
export const DEVICE_PAGE_SIZE = 200;
export const NICKNAME_MAX_LENGTH = 80;

/** The name that people see: the nickname, or the serial when there is none. */
export const deviceName = (serial: string, nickname: string | null): string => nickname ?? `Device ${serial}`;
