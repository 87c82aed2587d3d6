import type { DragEvent, DragEventHandler } from 'react';

/** The props that make a patient draggable. */
export interface Draggable {
  readonly draggable: true;
  readonly onDragStart: DragEventHandler;
  readonly onDragEnd: () => void;
}

/** `onDrag` gets the id of the dragged appointment: a browser doesn't tell it before the drop. */
export const draggableOf = (id: string, onDrag: (id: string | undefined) => void): Draggable => ({
  draggable: true,
  onDragStart: (event) => {
    // Without data Firefox drags nothing.
    event.dataTransfer.setData('text/plain', id);
    onDrag(id);
  },
  onDragEnd: () => onDrag(undefined),
});

/** A place that takes what is dragged, if `drop` is given: anywhere else the pointer says that it takes nothing. */
export const dropPlace = (drop: (() => void) | undefined) =>
  drop && {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      drop();
    },
  };
