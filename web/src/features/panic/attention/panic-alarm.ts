import { useStore } from '#lib/store.ts';
import { SECOND_MS } from '@trace/contract/kernel/time';
import type { Incident } from '@trace/contract/panic/panic.schema';
import { joinNames, panicKindWords, panicScreenTexts as texts } from '@trace/contract/panic/panic.screen.texts';
import { useEffect } from 'react';
import { isSirenBlocked, startSiren } from './panic-siren.ts';

/** Sounds while `isOn`. Returns whether the browser waits for a press before it plays a sound. */
export function useSiren(isOn: boolean): boolean {
  useEffect(() => (isOn ? startSiren() : undefined), [isOn]);
  return useStore(isSirenBlocked);
}

/** Names the incident in the title of the tab each other second, so that a tab in the background is found. */
export function useFlashingTitle(incident: Incident | null): void {
  const title = incident && titleOf(incident);
  useEffect(() => {
    if (title === null) return undefined;
    let usual = document.title;
    const flash = () => {
      if (document.title === title) document.title = usual;
      else {
        // The page below may have changed its title.
        usual = document.title;
        document.title = title;
      }
    };
    flash();
    const timer = setInterval(flash, 1 * SECOND_MS);
    return () => {
      clearInterval(timer);
      if (document.title === title) document.title = usual;
    };
  }, [title]);
}

/** Shows a notification of the system when the page is hidden and the person allowed notifications. */
export function useHiddenNotification(incident: Incident | null): void {
  const id = incident?.id;
  const title = incident && titleOf(incident);
  useEffect(() => {
    const isAllowed = 'Notification' in globalThis && Notification.permission === 'granted';
    if (id === undefined || title === null || !document.hidden || !isAllowed) return undefined;
    const shown = notify(title, id);
    return () => shown?.close();
  }, [id, title]);
}

function notify(title: string, id: string): Notification | null {
  try {
    const shown = new Notification(title, {
      body: texts.notificationText,
      tag: `panic-${id}`,
      requireInteraction: true,
    });
    shown.addEventListener('click', () => globalThis.focus());
    return shown;
  } catch {
    // Phones allow notifications from service workers only. There, the push message reaches the person.
    return null;
  }
}

function titleOf({ kind, wearers, devices, isTest }: Incident): string {
  const who = joinNames((wearers.length > 0 ? wearers : devices).map(({ name }) => name));
  return texts.tabTitle(isTest ? `${texts.test}: ${panicKindWords[kind]}` : panicKindWords[kind], who);
}
