import { preloadOnIntent } from '#lib/http/preload-on-intent.ts';
import { BellButton } from '#ui/controls/bell-button.tsx';
import { notificationsTexts as texts } from '@trace/contract/notifications/notifications.texts';
import { lazy, Suspense, useState } from 'react';
import type { Received } from './notifications-received.ts';

const loadDialog = () => import('./notifications-dialog.tsx');
const NotificationsDialog = lazy(loadDialog);

/** The bell of support staff, who have no alerts. */
export function NotificationsBell({ received }: { received: Received }) {
  const [anchor, setAnchor] = useState<DOMRect | null>(null);
  const { unread } = received;
  return (
    <>
      <BellButton
        label={unread > 0 ? texts.bellUnread(unread) : texts.title}
        badge={unread > 0 ? String(unread) : null}
        isOpen={anchor !== null}
        onOpen={setAnchor}
        preload={preloadOnIntent(loadDialog)}
      />
      <Suspense>
        {anchor && <NotificationsDialog received={received} anchor={anchor} onClose={() => setAnchor(null)} />}
      </Suspense>
    </>
  );
}
