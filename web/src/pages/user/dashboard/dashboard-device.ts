import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Device } from '@trace/contract/devices/devices.schema';

export interface ChosenDevice {
  /** Null until one is chosen, and when the chosen one is not among the devices: no other is taken for it. */
  chosen: Device | null;
  choose: (serial: string) => void;
}

/** The device that all tabs of the dashboard are about; it stands in the address. */
export function useChosenDevice(devices: readonly Device[]): ChosenDevice {
  const { device: serial } = useSearch({ from: '/user-area/user' });
  const navigate = useNavigate({ from: '/user' });
  const choose = (device: string) =>
    void navigate({ search: (before) => ({ ...before, device }), replace: true, resetScroll: false });
  return { chosen: devices.find(({ serialNumber }) => serialNumber === serial) ?? null, choose };
}
