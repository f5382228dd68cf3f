import { showToast } from '#ui/dialogs/toast.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { answerKinds, type AnswerKind } from '@trace/contract/alerts/alerts.rules';
import type { Alert } from '@trace/contract/alerts/alerts.schema';
import { alertsTexts as texts } from '@trace/contract/alerts/alerts.texts';
import { useEffect, useRef } from 'react';
import { alertsQuery } from './alerts.queries.ts';

/** LOCREQ-05: shows a toast for each answer that arrives while the installer has a page open. The bell keeps the alert. */
export default function AlertsAnswerToasts(): null {
  const { data } = useInfiniteQuery(alertsQuery);
  const newest = data?.pages[0]?.alerts;
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (newest === undefined) return;
    const before = known.current;
    known.current = new Set(newest.map(({ id }) => id));
    if (before === null) return;
    for (const alert of newest) if (!before.has(alert.id) && alert.readAt === null) showAnswer(alert);
  }, [newest]);
  return null;
}

function showAnswer({ kind, device }: Alert): void {
  if (!isAnswer(kind)) return;
  showToast({
    tone: kind === 'access_approved' ? 'done' : 'info',
    about: device === null ? 'access' : `access ${device.serialNumber}`,
    title: texts.kind[kind],
    text: texts.answered[kind](device?.name ?? texts.unnamed),
  });
}

const isAnswer = (kind: Alert['kind']): kind is AnswerKind => answerKinds.some((each) => each === kind);
