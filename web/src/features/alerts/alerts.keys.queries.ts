/** The keys of the alerts' queries, for parts of the start that need no more. */
export const alertsKey = ['alerts'] as const;

/** The user's choices and browsers. Push renewal may invalidate this key before the settings are shown. */
export const alertSettingsKey = ['alert-settings'] as const;
