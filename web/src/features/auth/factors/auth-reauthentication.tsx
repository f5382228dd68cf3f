import { registerReauthenticationDialog } from '#lib/session/reauthentication.ts';
import { lazy, Suspense, useEffect, useState } from 'react';

const ProofDialog = lazy(() => import('./auth-reauthentication-dialog.tsx'));

type Settle = (isProved: boolean) => void;

/**
 * Mounted once in the portal. Any call that needs re-authentication opens this dialog and continues afterwards
 * (AUTH-17).
 */
export function AuthReauthentication() {
  const [settle, setSettle] = useState<{ with: Settle } | null>(null);

  useEffect(() => {
    // On unmount, a waiting call is answered with false.
    let answer: Settle = () => {};
    const withdraw = registerReauthenticationDialog(
      () =>
        new Promise<boolean>((resolve) => {
          answer = resolve;
          setSettle({ with: resolve });
        }),
    );
    return () => {
      withdraw();
      answer(false);
    };
  }, []);

  if (settle === null) return null;
  const close = (isProved: boolean) => {
    setSettle(null);
    settle.with(isProved);
  };
  return (
    <Suspense fallback={null}>
      <ProofDialog onProved={() => close(true)} onClose={() => close(false)} />
    </Suspense>
  );
}
