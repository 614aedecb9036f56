(** Cells, the map from positions to opened cells, and free lists that run through vacant ones (5.1, 5.2).

    The representation is that of the thesis: a cell is [Has element id] or [Not next]. A position without a cell is
    not opened. Positions are integers, so that a key with a negative index is an ordinary key that finds nothing. *)
From Coq Require Import FMapPositive.
From Lists Require Export Parameters.

Inductive cell (E : Type) : Type :=
| Has (element : E) (id : Z)
| Not (next : option Z).
Arguments Has {E}.
Arguments Not {E}.

Definition cells (E : Type) : Type := PositiveMap.t (cell E).

Section Cells.
Context {E : Type}.
Implicit Types c : cells E.

Definition none : cells E := PositiveMap.empty (cell E).

(** The maps of the library have positive numbers for their keys. *)
Definition slot (position : Z) : option positive :=
  match position with Z0 => Some 1%positive | Zpos p => Some (Pos.succ p) | Zneg _ => None end.

Definition get c (position : Z) : option (cell E) :=
  match slot position with None => None | Some p => PositiveMap.find p c end.
Definition set c (position : Z) (x : cell E) : cells E :=
  match slot position with None => c | Some p => PositiveMap.add p x c end.
Definition unset c (position : Z) : cells E :=
  match slot position with None => c | Some p => PositiveMap.remove p c end.

(** So many positions in ascending order, and the cells without them. *)
Fixpoint positions (count : nat) (first : Z) : list Z :=
  match count with O => [] | S n => first :: positions n (first + 1) end.
Definition without c (dropped : list Z) : cells E := fold_left unset dropped c.

(** Every element changed in place. *)
Definition each_changed (f : E -> E) c : cells E :=
  PositiveMap.map (fun x => match x with Has e id => Has (f e) id | Not next => Not next end) c.

(** The positions of a free list, head first. The fuel is the number of entries that are looked at. *)
Fixpoint walk (fuel : nat) c (head : option Z) : list Z :=
  match fuel, head with
  | S n, Some i => match get c i with Some (Not next) => i :: walk n c next | _ => [] end
  | _, _ => []
  end.

(** The cells with a free list that runs through these positions. *)
Fixpoint linked c (order : list Z) : cells E :=
  match order with [] => c | i :: rest => set (linked c rest) i (Not (hd_error rest)) end.

(** A partition: a range of the element space with its own counts and its own free list. *)
Record partition := Partition { start : Z; size : Z; live : Z; opened : Z; head : option Z }.

Definition stop (p : partition) : Z := start p + size p.
Definition full (p : partition) : bool := live p =? size p.
Definition empty (start size : Z) : partition := Partition start size 0 0 None.

(** A count of all partitions of a list. *)
Fixpoint sum (f : partition -> Z) (ps : list partition) : Z :=
  match ps with [] => 0 | p :: rest => f p + sum f rest end.

(** Its free list; it has no more entries than opened cells. *)
Definition free_list c (p : partition) : list Z := walk (Z.to_nat (opened p)) c (head p).

(** A partition with so many opened cells, of which these are vacant, and linked. *)
Definition with_free (start size opened : Z) (free : list Z) : partition :=
  Partition start size (opened - Z.of_nat (length free)) opened (hd_error free).

(** The cell that the next insertion takes: the head of the free list, else the next untouched one (R2). *)
Definition vacancy (p : partition) : Z :=
  match head p with Some i => i | None => start p + opened p end.
Definition filled c (p : partition) : partition :=
  match head p with
  | None => Partition (start p) (size p) (live p + 1) (opened p + 1) None
  | Some i =>
      let next := match get c i with Some (Not next) => next | _ => None end in
      Partition (start p) (size p) (live p + 1) (opened p) next
  end.

(** A live cell becomes the head of the free list (R4). *)
Definition emptied (p : partition) (position : Z) : partition :=
  Partition (start p) (size p) (live p - 1) (opened p) (Some position).

End Cells.
