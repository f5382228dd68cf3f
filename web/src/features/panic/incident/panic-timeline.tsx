import { formatExact } from '#lib/format.ts';
import { failureWords } from '#lib/http/api.ts';
import { complaintOf } from '#ui/controls/complaint.ts';
import { useFields, whenSettled } from '#ui/controls/fields.ts';
import { MoreButton } from '#ui/data/table/more-button.tsx';
import { OutcomeLine } from '#ui/data/outcome-line.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Button, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { panicRules } from '@trace/contract/panic/panic.rules';
import type { IncidentDetails } from '@trace/contract/panic/panic.schema';
import { panicScreenTexts as texts } from '@trace/contract/panic/panic.screen.texts';
import type { PanicStep } from '@trace/contract/panic/panic.steps.schema';
import { stepWords } from '@trace/contract/panic/panic.steps.texts';
import type { IncidentCalls } from './panic-calls.ts';
import { useEffect, useRef, useState } from 'react';
import classes from './panic-timeline.module.css';
import { useTimelinePages } from './panic-timeline-pages.ts';
import { useMomentFormat } from './panic-moment.ts';
import { useNote, useNoteDraft } from '../panic.action.queries.ts';

/** The steps with their times, oldest first, and a note of the person. Earlier steps load by a button. */
export function PanicTimeline({ incident, calls }: { incident: IncidentDetails; calls: IncidentCalls }) {
  const draft = useNoteDraft(calls);
  const [isWriting, writing] = useDisclosure(draft.read() !== null);
  const addButton = useRef<HTMLButtonElement>(null);
  const wasWriting = useRef(false);
  useEffect(() => {
    // The form is gone with its focused button.
    if (!isWriting && wasWriting.current) addButton.current?.focus();
    wasWriting.current = isWriting;
  }, [isWriting]);
  const { steps, more } = useTimelinePages(incident, calls);
  const isDeviceNamed = incident.devices.length > 1;
  return (
    <SectionCard
      title={texts.timeline}
      aside={
        incident.you.mayNote &&
        !isWriting && (
          <Button
            ref={addButton}
            variant="subtle"
            size="compact-md"
            onClick={() => {
              draft.keep('');
              writing.open();
            }}
          >
            {texts.addNote}
          </Button>
        )
      }
    >
      {incident.you.mayNote && isWriting && (
        <NoteForm
          calls={calls}
          draft={draft}
          onDone={() => {
            draft.drop();
            writing.close();
          }}
        />
      )}
      <MoreButton query={more} label={texts.showEarlier} size="compact-md" />
      <ol className={classes.steps}>
        {steps.map((step) => (
          <Step key={step.id} step={step} isDeviceNamed={isDeviceNamed} />
        ))}
      </ol>
    </SectionCard>
  );
}

const alarming: ReadonlySet<PanicStep['kind']> = new Set(['pressed', 'nobody_took', 'nobody_there']);

function Step({ step, isDeviceNamed }: { step: PanicStep; isDeviceNamed: boolean }) {
  const { title, detail } = stepWords(step, { isDeviceNamed });
  const moment = useMomentFormat();
  return (
    <li className={classes.step} data-alarming={alarming.has(step.kind) || undefined}>
      <time className={classes.time} dateTime={step.at} title={formatExact(step.at)}>
        {moment(step.at)}
      </time>
      <p className={classes.title} dir="auto">
        {title}
      </p>
      {detail !== null && (
        <p className={classes.detail} dir="auto">
          {detail}
        </p>
      )}
    </li>
  );
}

interface NoteFormProps {
  calls: IncidentCalls;
  draft: ReturnType<typeof useNoteDraft>;
  onDone: () => void;
}

function NoteForm({ calls, draft, onDone }: NoteFormProps) {
  const note = useNote(calls);
  const [started] = useState(() => draft.read() ?? '');
  const place = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    // The button that opened an empty form is gone. Of a page that opens with a draft, the headline keeps the focus.
    if (started === '') place.current?.focus();
  }, [started]);
  const { field, submit } = useFields({
    initialValues: { text: started },
    validate: {
      text: (text: string) => complaintOf(text, panicRules.noteLength, texts.noteMissing, texts.noteLong),
    },
  });
  const { onChange, ...text } = field('text');
  const send = submit(({ text }) => whenSettled(note.mutateAsync(text.trim(), { onSuccess: onDone })));
  return (
    <form onSubmit={send} noValidate className={classes.form}>
      <Textarea
        label={texts.note}
        description={texts.noteHint}
        autosize
        minRows={2}
        maxRows={6}
        ref={place}
        {...text}
        onChange={(event) => {
          onChange(event);
          draft.keep(event.currentTarget.value);
        }}
      />
      {note.error && <OutcomeLine tone="bad">{`${texts.noteFailed} ${failureWords(note.error)}`}</OutcomeLine>}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onDone}>
          {texts.cancel}
        </Button>
        <Button type="submit" loading={note.isPending}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}
