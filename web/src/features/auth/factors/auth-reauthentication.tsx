import { registerReauthenticationDialog } from '#lib/session/reauthentication.ts';
import { lazy, Suspense, useEffect, useState } from 'react';

const ProofDialog = lazy(() => import('./auth-reauthentication-dialog.tsx'));

type Settle = (isProved: boolean) => void;

/** Stands once in the portal: any call that needs a fresh proof opens its dialog, and goes on after it (AUTH-17). */
export function AuthReauthentication() {
  const [settle, setSettle] = useState<{ with: Settle } | null>(null);

  useEffect(() => {
    // Whoever waits when the portal goes is not left waiting.
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
