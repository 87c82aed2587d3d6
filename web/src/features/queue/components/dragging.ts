import type { DragEvent, DragEventHandler } from 'react';

/** The props that make a patient draggable. */
export interface Draggable {
  readonly draggable: true;
  readonly onDragStart: DragEventHandler;
  readonly onDragEnd: () => void;
}

/** `onDrag` gets the id of the dragged appointment: a browser doesn't reveal it before the drop. */
export const draggableOf = (id: string, onDrag: (id: string | undefined) => void): Draggable => ({
  draggable: true,
  onDragStart: (event) => {
    // Firefox doesn't start a drag without data.
    event.dataTransfer.setData('text/plain', id);
    onDrag(id);
  },
  onDragEnd: () => onDrag(undefined),
});

/** A drop target, if `drop` is given: elsewhere the pointer shows that nothing can be dropped. */
export const dropPlace = (drop: (() => void) | undefined) =>
  drop && {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      drop();
    },
  };
