/**
 * SET-05: the outside services that receive data, each with the folder of the server (or of the web) that sends it. The
 * privacy policy names each of them.
 */
export const recipientSources = {
  mapTiles: 'web/src/ui/map',
  payments: 'server/src/integrations/payments',
  email: 'server/src/platform/mail',
  hubService: 'server/src/integrations/alarm-hub',
  hubQueue: 'server/src/integrations/hub-queue',
  push: 'server/src/platform/push',
  sms: 'server/src/platform/sms',
  fileStore: 'server/src/platform/files',
} as const;

export type Recipient = keyof typeof recipientSources;
