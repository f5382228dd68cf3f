/** Asks the person to confirm that it is them; true once they have. */
export type RequestReauthentication = () => Promise<boolean>;

let ask: RequestReauthentication | null = null;
let asking: Promise<boolean> | null = null;

/** The dialog of the page says that it is there (AUTH-17); answers how it says that it has gone. */
export function registerReauthenticationDialog(dialog: RequestReauthentication): () => void {
  ask = dialog;
  return () => {
    if (ask === dialog) ask = null;
  };
}

/** One question for however many calls need a proof at the same time; false where nobody can be asked. */
export async function requestReauthentication(): Promise<boolean> {
  if (ask === null) return false;
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}
