/** The kind under which the outbox tells that the setup of a device changed. */
export const SETUP_CHANGED = 'device-setup.changed';
