// Numbers and kinds of panic. Rows PANIC-03, PANIC-04.

/** `alarm`: an alarm whose code is unknown. Unknown alarms alert like the others. */
export const panicKinds = ['panic', 'hold_up', 'duress', 'medical', 'fire', 'gas', 'burglary', 'alarm'] as const;
export type PanicKind = (typeof panicKinds)[number];

/** `staff_test` and `drill` open incidents that are marked as a test. */
export const panicSources = ['hub_queue', 'hub_direct', 'tracker', 'phone', 'staff_test', 'drill'] as const;
export type PanicSource = (typeof panicSources)[number];
