export interface HubReceiverPort {
  /** The port for TCP and UDP, or null while hubs are not received. */
  listensOn(): number | null;
}
