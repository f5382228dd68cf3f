import { formatCalendarDay } from '#lib/format.ts';
import { ActionIcon, Button, Popover, VisuallyHidden } from '@mantine/core';
import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { HistoryDays } from '@trace/contract/tracking/tracking.history.schema';
import { historyTexts as texts } from '@trace/contract/tracking/tracking.history.texts';
import { useId, useState } from 'react';
import { TrackingHistoryCalendar } from './tracking-history-calendar.tsx';
import classes from './tracking-history.module.css';

interface HistoryPickerProps {
  days: HistoryDays;
  chosen: string;
  onChoose: (day: string) => void;
}

/** Selects the previous or next day, today, or any day with positions. */
export function TrackingHistoryPicker({ days: { days, today, from }, chosen, onChoose }: HistoryPickerProps) {
  const [isOpen, setIsOpen] = useState(false);
  const before = days.findLast((day) => day < chosen);
  const after = days.find((day) => day > chosen);
  const choose = (day: string) => {
    setIsOpen(false);
    onChoose(day);
  };
  return (
    <div className={classes.picker}>
      <StepButton label={texts.previousDay} icon={IconChevronLeft} day={before} onChoose={choose} />
      <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" trapFocus returnFocus radius="md">
        <Popover.Target>
          <Button
            variant="default"
            leftSection={<IconCalendar data-calendar size={17} stroke={1.7} aria-hidden="true" />}
            onClick={() => setIsOpen((was) => !was)}
            aria-label={`${texts.day}: ${formatCalendarDay(chosen)}`}
          >
            {formatCalendarDay(chosen)}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={texts.day}>
          <TrackingHistoryCalendar days={days} from={from} today={today} chosen={chosen} onChoose={choose} />
        </Popover.Dropdown>
      </Popover>
      <StepButton label={texts.nextDay} icon={IconChevronRight} day={after} onChoose={choose} />
      <TodayButton isShown={chosen === today} onChoose={() => choose(today)} />
    </div>
  );
}

function TodayButton({ isShown, onChoose }: { isShown: boolean; onChoose: () => void }) {
  const reasonId = useId();
  return (
    <>
      <Button
        variant="default"
        disabled={isShown}
        title={isShown ? texts.todayIsShown : undefined}
        aria-describedby={isShown ? reasonId : undefined}
        onClick={onChoose}
      >
        {texts.today}
      </Button>
      {isShown && <VisuallyHidden id={reasonId}>{texts.todayIsShown}</VisuallyHidden>}
    </>
  );
}

interface StepButtonProps {
  label: string;
  icon: typeof IconChevronLeft;
  day: string | undefined;
  onChoose: (day: string) => void;
}

function StepButton({ label, icon: Icon, day, onChoose }: StepButtonProps) {
  return (
    <ActionIcon
      variant="default"
      size="input-sm"
      aria-label={label}
      disabled={day === undefined}
      onClick={() => day !== undefined && onChoose(day)}
    >
      <Icon size={18} stroke={1.8} aria-hidden="true" />
    </ActionIcon>
  );
}
