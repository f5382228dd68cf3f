/** Ends what was subscribed or started. */
export type Stop = () => void;
