import { Component, type ReactNode } from 'react';

interface FailureBoundaryProps {
  fallback: ReactNode;
  children: ReactNode;
}

/** Shows `fallback` in place of a part that broke while drawing. React asks for a class here. */
export class FailureBoundary extends Component<FailureBoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    return this.state.isBroken ? this.props.fallback : this.props.children;
  }
}
