/** Asks the user to re-authenticate. Resolves to true on success. */
export type RequestReauthentication = () => Promise<boolean>;

let ask: RequestReauthentication | null = null;
let asking: Promise<boolean> | null = null;

/** Registers the page's dialog (AUTH-17). Returns a function that unregisters the dialog. */
export function registerReauthenticationDialog(dialog: RequestReauthentication): () => void {
  ask = dialog;
  return () => {
    if (ask === dialog) ask = null;
  };
}

/**
 * Opens one dialog for all calls that need re-authentication at the same time. Returns false without a registered
 * dialog.
 */
export async function requestReauthentication(): Promise<boolean> {
  if (ask === null) return false;
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}
