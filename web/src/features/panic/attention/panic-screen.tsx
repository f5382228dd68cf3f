import { useIsTopDialog } from '#ui/dialogs/dialog-stack.ts';
import { useFocusBack } from '#ui/dialogs/dialog.tsx';
import { Button, Modal } from '@mantine/core';
import { IconArrowsMinimize, IconBellOff, IconVolume } from '@tabler/icons-react';
import type { Incident } from '@trace/contract/panic/panic.schema';
import { headlineOf, panicScreenTexts as texts } from '@trace/contract/panic/panic.screen.texts';
import type { IncidentCalls } from '../incident/panic-calls.ts';
import { PanicIncident, type PanicIncidentProps } from '../incident/panic-incident.tsx';
import classes from './panic-screen.module.css';

interface PanicScreenProps extends Pick<PanicIncidentProps, 'renderMap' | 'renderInstead'> {
  id: string;
  calls: IncidentCalls;
  /** The active incidents, without a closed incident that is still shown. */
  incidents: readonly Incident[];
  /** The browser waits for a press before the alarm sounds. */
  isBlocked: boolean;
  isSounding: boolean;
  onSilence: () => void;
  onShow: (id: string) => void;
  onMinimise: () => void;
}

/** The headline takes the focus, so that a key pressed by chance does nothing and a screen reader names the incident. */
const heading = {
  as: 'h2',
  headingProps: {
    tabIndex: -1,
    // The kit moves the focus into a new dialog.
    'data-autofocus': true,
    ref: (headline: HTMLHeadingElement | null) => headline?.focus({ preventScroll: true }),
  },
} as const;

/** Covers the whole window with an incident. Escape minimises a silent incident. */
export function PanicScreen(props: PanicScreenProps) {
  const { id, calls, incidents, isSounding, onMinimise, renderMap, renderInstead } = props;
  const isTop = useIsTopDialog(true);
  useFocusBack();
  return (
    <Modal.Root
      opened
      fullScreen
      onClose={onMinimise}
      closeOnEscape={!isSounding && isTop}
      closeOnClickOutside={false}
      transitionProps={{ duration: 0 }}
      padding={0}
      radius={0}
    >
      <Modal.Content className={classes.content ?? ''} aria-label={texts.region}>
        <PanicIncident
          key={id}
          calls={calls}
          layout="screen"
          heading={heading}
          renderMap={renderMap}
          {...(renderInstead && { renderInstead })}
          tools={<Tools {...props} isActive={incidents.some((each) => each.id === id)} />}
        />
      </Modal.Content>
    </Modal.Root>
  );
}

function Tools({ id, incidents, isActive, isBlocked, isSounding, onSilence, onShow, onMinimise }: ToolsProps) {
  return (
    <div className={classes.tools}>
      {(incidents.length > 1 || (incidents.length === 1 && !isActive)) && (
        <div role="group" aria-label={texts.others} className={classes.switch}>
          {incidents.map((incident) => (
            <button
              key={incident.id}
              type="button"
              className={classes.chip}
              aria-pressed={incident.id === id}
              onClick={() => onShow(incident.id)}
            >
              {incident.isTest && `${texts.test}: `}
              {headlineOf(incident)}
            </button>
          ))}
        </div>
      )}
      <div className={classes.controls}>
        {isSounding && isBlocked && (
          <ToolButton icon={IconVolume} isStrong>
            {texts.hear}
          </ToolButton>
        )}
        {isSounding && (
          <ToolButton icon={IconBellOff} onPress={onSilence}>
            {texts.silence}
          </ToolButton>
        )}
        <ToolButton icon={IconArrowsMinimize} onPress={onMinimise}>
          {isActive ? texts.minimise : texts.done}
        </ToolButton>
      </div>
    </div>
  );
}

type ToolsProps = Omit<PanicScreenProps, 'calls' | 'renderMap' | 'renderInstead'> & { isActive: boolean };

interface ToolButtonProps {
  icon: typeof IconVolume;
  isStrong?: boolean;
  /** Any press lets the browser play the sound, so that button needs no handler. */
  onPress?: () => void;
  children: string;
}

function ToolButton({ icon: Icon, isStrong = false, onPress, children }: ToolButtonProps) {
  return (
    <Button
      variant="transparent"
      size="compact-md"
      className={classes.tool ?? ''}
      data-strong={isStrong || undefined}
      leftSection={<Icon size={17} stroke={1.8} aria-hidden="true" />}
      onClick={onPress}
    >
      {children}
    </Button>
  );
}
