/** UDASH-12: the toasts about the pings of a device replace each other. */
export const aboutPing = (serial: string): string => `ping ${serial}`;
