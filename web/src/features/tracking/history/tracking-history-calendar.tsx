import { formatCalendarDay, formatMonth } from '#lib/format.ts';
import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { historyTexts as texts } from '@trace/contract/tracking/tracking.history.texts';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import classes from './tracking-history-calendar.module.css';
import { addMonths, dayByKey, firstOfMonth, monthOf, weeksOf } from './tracking-history-month.ts';

interface HistoryCalendarProps {
  /** The days with positions, ascending. */
  days: readonly string[];
  from: string;
  today: string;
  chosen: string;
  onChoose: (day: string) => void;
}

/** A month at a time; arrow keys go from day to day that can be chosen, also into other months. */
export function TrackingHistoryCalendar({ days, from, today, chosen, onChoose }: HistoryCalendarProps) {
  const [month, setMonth] = useState(monthOf(chosen));
  const [focused, setFocused] = useState<string | null>(null);
  const grid = useRef<HTMLTableElement>(null);
  const held = new Set(days);
  const inMonth = days.filter((day) => monthOf(day) === month);
  const reachable = [focused, chosen].find((day) => day !== null && inMonth.includes(day)) ?? inMonth.at(-1);

  useEffect(() => {
    if (focused !== null) grid.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus();
  }, [focused]);

  const onKeyDown = (event: KeyboardEvent) => {
    const next = reachable && dayByKey(event.key, reachable, days);
    if (!next) return;
    event.preventDefault();
    setMonth(monthOf(next));
    setFocused(next);
  };

  return (
    <div>
      <div className={classes.head}>
        <MonthButton
          label={texts.previousMonth}
          icon={IconChevronLeft}
          isOn={month > monthOf(from)}
          onClick={() => setMonth(addMonths(month, -1))}
        />
        <span aria-live="polite">{formatMonth(firstOfMonth(month))}</span>
        <MonthButton
          label={texts.nextMonth}
          icon={IconChevronRight}
          isOn={month < monthOf(today)}
          onClick={() => setMonth(addMonths(month, 1))}
        />
      </div>
      <table ref={grid} className={classes.grid} aria-label={formatMonth(firstOfMonth(month))}>
        <thead>
          <tr>
            {texts.weekdays.map(([short, long]) => (
              <th key={long} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, weekday) => (
                <td key={day ?? weekday}>
                  {day !== null && (
                    <UnstyledButton
                      className={classes.day ?? ''}
                      data-day={day}
                      data-today={day === today || undefined}
                      data-autofocus={day === reachable || undefined}
                      aria-label={formatCalendarDay(day)}
                      aria-pressed={day === chosen}
                      tabIndex={day === reachable ? 0 : -1}
                      disabled={!held.has(day)}
                      onClick={() => onChoose(day)}
                      onKeyDown={onKeyDown}
                    >
                      {Number(day.slice(-2))}
                    </UnstyledButton>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface MonthButtonProps {
  label: string;
  icon: typeof IconChevronLeft;
  isOn: boolean;
  onClick: () => void;
}

function MonthButton({ label, icon: Icon, isOn, onClick }: MonthButtonProps) {
  return (
    <ActionIcon variant="transparent" color="gray" aria-label={label} disabled={!isOn} onClick={onClick}>
      <Icon size={18} stroke={1.8} aria-hidden="true" />
    </ActionIcon>
  );
}
