/** Ends a subscription or a running task. */
export type Stop = () => void;
