import { Age } from '#ui/data/age.tsx';
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Incident } from '@trace/contract/panic/panic.schema';
import { headlineOf, panicScreenTexts as texts } from '@trace/contract/panic/panic.screen.texts';
import classes from './panic-banner.module.css';

interface PanicBannerProps {
  /** At least one, real incidents first. */
  incidents: readonly Incident[];
  isSounding: boolean;
  onSilence: () => void;
  onOpen: (id: string) => void;
}

/** A bar on each page while an incident is active and does not cover the page. Shows the incident that needs a person most. */
export function PanicBanner({ incidents, isSounding, onSilence, onOpen }: PanicBannerProps) {
  const candidates = incidents.filter(({ isTest }) => isTest === incidents[0]?.isTest);
  const shown = candidates.find(({ taken }) => taken === null) ?? candidates[0];
  if (!shown) return null;
  const { id, taken, openedAt, isTest } = shown;
  return (
    <section
      aria-label={texts.banner(incidents.length)}
      className={classes.banner}
      data-taken={taken !== null || undefined}
    >
      <IconAlertTriangle size={20} stroke={1.8} aria-hidden="true" />
      <p className={classes.words}>
        <strong>
          {isTest && `${texts.test}: `}
          {headlineOf(shown)}
        </strong>{' '}
        <span>
          <Age at={openedAt} /> · {takenWords(taken)}
          {incidents.length > 1 && ` (${texts.banner(incidents.length)})`}
        </span>
      </p>
      {isSounding && (
        <Button variant="default" size="compact-md" onClick={onSilence}>
          {texts.silence}
        </Button>
      )}
      <Button variant="default" size="compact-md" onClick={() => onOpen(id)}>
        {texts.open}
      </Button>
    </section>
  );
}

function takenWords(taken: Incident['taken']): string {
  if (taken === null) return texts.untaken;
  return taken.isYou ? texts.takenByYou : texts.takenBy(taken.name);
}
