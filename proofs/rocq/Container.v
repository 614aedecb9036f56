(** A list whose cells lie in partitions, lowest first: its state, and every operation as a function on it.

    StableList and its variants differ in a [design] alone: which partitions an untouched space has, and how the space
    grows and shrinks. All else is here: an insertion is refused if there is no room, a removal does nothing if the key
    does not resolve, and reading, replacing and lending depend on cells and keys alone. (4, 5; R2 to R15) *)
From Lists Require Export Cells.

(** A key: an index, and the id of its element (5.1). *)
Definition key : Type := Z * Z.

(** What the operations cost, in cells. *)
Record cost := Cost {
  visits : Z;      (* free-list entries walked by truncation *)
  moved : Z;       (* cells moved by reallocation *)
  dropped : Z;     (* opened cells that were dropped *)
  iterated : Z;    (* cells visited by iteration *)
  removals : Z;    (* successful removals, which pay for the visits *)
}.

(** Elements are of any type, which is never written out. *)
Set Implicit Arguments.
Set Contextual Implicit.
Set Maximal Implicit Insertion.

Record state (E : Type) := State {
  options : parameters;
  allocated : Z;
  next_id : Z;
  contents : cells E;
  partitions : list partition;
  spent : cost;
}.

(** What a list of this kind decides for itself. *)
Record design (E : Type) := Design {
  untouched : parameters -> Z -> list partition;   (* the partitions of a space of at least this length *)
  grown : state E -> state E;                      (* a full list with room for more *)
  truncated : state E -> state E;                  (* after the removal that emptied the last partition *)
  shrunk : state E -> state E;                     (* as short as it may become; memory stays *)
}.

Inductive operation (E : Type) : Type :=
| Add (e : E)                      (* insert_with is the same: its factory is given the key *)
| Extend (es : list E)
| Remove (k : key)
| Remove_many (k other : key)
| At (k : key)
| Contains (k : key)
| Key_at (k : key)
| Repack (k : key)
| Replace (k : key) (e : E)
| At_mut (k : key) (f : E -> E)
| Each_mut (f : E -> E)
| Exchange (k sought : key)
| Length
| Is_empty
| Each
| Keys
| Apply (k : key)                  (* inspect is the same *)
| Traverse
| Lend                             (* try any structural operation while the first element is lent *)
| Clear
| Drain
| Retain (keep : E -> bool)
| Reserve (count : N)                (* a number of elements *)
| Shrink_to_fit
| Reload.

Inductive answer (E : Type) : Type :=
| Done
| Full                             (* refused: no room; nothing has changed *)
| Borrowed                         (* refused: an element is lent; nothing has changed *)
| Unable                           (* the keys of this list have no packed form *)
| Truth (yes : bool)
| Number (n : Z)
| Issued (k : key)
| Issued_all (ks : list key)
| Found (e : option E)
| Found_both (e other : option E)
| Found_at (found : option (key * E))
| Elements (es : list E)
| Looked_up (es : list (option E))
| Entries (es : list (key * E))
| Pivot (lent : option (E * list E))            (* the pivot and its view *)
| Pivots (lent : list (E * list E))
| Exchanged (found : option (E * option E)).    (* the pivot, and the element found through its view *)

Section Container.
Context {E : Type} (d : design E).
Implicit Types (s : state E) (k : key).

Definition space_of s : Z := sum size (partitions s).
Definition opened_of s : Z := sum opened (partitions s).
Definition live_of s : Z := sum live (partitions s).

Definition no_cost : cost := Cost 0 0 0 0 0.
Definition visiting (n : Z) (x : cost) : cost := Cost (visits x + n) (moved x) (dropped x) (iterated x) (removals x).
Definition moving (n : Z) (x : cost) : cost := Cost (visits x) (moved x + n) (dropped x) (iterated x) (removals x).
Definition dropping (n : Z) (x : cost) : cost := Cost (visits x) (moved x) (dropped x + n) (iterated x) (removals x).
Definition iterating (n : Z) (x : cost) : cost := Cost (visits x) (moved x) (dropped x) (iterated x + n) (removals x).
Definition removing (x : cost) : cost := Cost (visits x) (moved x) (dropped x) (iterated x) (removals x + 1).

Definition with_cost s (x : cost) : state E :=
  State (options s) (allocated s) (next_id s) (contents s) (partitions s) x.
Definition with_contents s (c : cells E) : state E :=
  State (options s) (allocated s) (next_id s) c (partitions s) (spent s).

Definition initial (p : parameters) : state E :=
  let ps := untouched d p (initial_space p) in State p (sum size ps) 0 none ps no_cost.

(** * Looking up (R10, R11) *)

Definition found s k : option E :=
  match get (contents s) (fst k) with
  | Some (Has e id) => if id =? snd k then Some e else None
  | _ => None
  end.
Definition resolves s k : bool := match found s k with Some _ => true | None => false end.

(** The key that is live at a position, with its element. *)
Definition key_at s (position : Z) : option (key * E) :=
  match get (contents s) position with Some (Has e id) => Some ((position, id), e) | _ => None end.

(** Keys and elements in ascending position (R12). *)
Definition listed (o : option (key * E)) : list (key * E) := match o with Some x => [x] | None => [] end.
Definition items s : list (key * E) :=
  flat_map (fun i => listed (key_at s i)) (positions (Z.to_nat (opened_of s)) 0).

(** The elements that the view of a pivot shows (R13). *)
Definition view s (pivot : Z) : list E :=
  map snd (filter (fun x => negb (fst (fst x) =? pivot)) (items s)).

Definition iteration s : state E := with_cost s (iterating (opened_of s) (spent s)).

(** * Memory (R6, R9) *)

Definition has_room s (additional : Z) : bool :=
  indexable (options s) (live_of s + additional - 1) && holds (options s) (live_of s + additional).

Definition with_room s (additional : Z) : state E :=
  let wanted := live_of s + additional in
  let room := doubled (Z.to_nat (Z.log2_up wanted)) (space_of s) wanted in
  if room <=? allocated s then s
  else State (options s) room (next_id s) (contents s) (partitions s) (moving (opened_of s) (spent s)).

(** Memory past the element space is released, which moves the cells that remain. *)
Definition reallocated s : state E :=
  State (options s) (space_of s) (next_id s) (contents s) (partitions s) (moving (opened_of s) (spent s)).

(** * Insertion (R2, R3, R8) *)

(** The first partition with room, filled, and the position that it takes. *)
Fixpoint taken (c : cells E) (ps : list partition) : option (Z * list partition) :=
  match ps with
  | [] => None
  | p :: rest =>
      if full p then option_map (fun '(i, rest') => (i, p :: rest')) (taken c rest)
      else Some (vacancy p, filled c p :: rest)
  end.

Definition occupied s (e : E) : option (state E * key) :=
  match taken (contents s) (partitions s) with
  | None => None
  | Some (i, ps) =>
      Some (State (options s) (allocated s) (following (options s) (next_id s))
              (set (contents s) i (Has e (next_id s))) ps (spent s),
            (i, next_id s))
  end.

(** A full list grows first. The last case is that of a design that grows without room: there is none. *)
Definition insert s (e : E) : state E * key :=
  match occupied s e with
  | Some after => after
  | None => match occupied (grown d s) e with Some after => after | None => (s, (0, next_id s)) end
  end.

Fixpoint insert_all s (es : list E) : state E * list key :=
  match es with
  | [] => (s, [])
  | e :: rest => let (s1, k) := insert s e in let (s2, ks) := insert_all s1 rest in (s2, k :: ks)
  end.

(** * Removal (R4) *)

Fixpoint released (ps : list partition) (position : Z) : list partition :=
  match ps with
  | [] => []
  | p :: rest => if position <? stop p then emptied p position :: rest else p :: released rest position
  end.
Fixpoint partition_of (ps : list partition) (position : Z) : partition :=
  match ps with
  | [] => empty 0 0
  | p :: rest => if position <? stop p then p else partition_of rest position
  end.
Definition top s : partition := last (partitions s) (empty 0 0).

Definition vacated s (position : Z) : state E :=
  State (options s) (allocated s) (next_id s)
    (set (contents s) position (Not (head (partition_of (partitions s) position))))
    (released (partitions s) position) (removing (spent s)).

(** The removal that empties the last partition truncates. *)
Definition vacate s (position : Z) : state E :=
  let after := vacated s position in
  if (start (top s) <=? position) && (live (top after) =? 0) then truncated d after else after.

Definition remove s k : state E * option E :=
  match found s k with None => (s, None) | Some e => (vacate s (fst k), Some e) end.
Definition remove_all s (ks : list key) : state E := fold_left (fun s k => fst (remove s k)) ks s.

(** * Removing everything (R7) *)

Definition clear s : state E :=
  let p := options s in
  let memory := match truncate p with Memory => true | _ => false end in
  let ps := untouched d p (if memory then least_space p else space_of s) in
  State p (if memory then sum size ps else allocated s) (next_id s) none ps
    (dropping (opened_of s) (spent s)).

Definition shrink_to_fit s : state E :=
  let after := shrunk d s in if space_of after <? allocated after then reallocated after else after.

(** * Replacing (R15) and lending (R13, R14) *)

(** The element of a live key replaced; its id stays. *)
Definition replaced s k (e : E) : state E := with_contents s (set (contents s) (fst k) (Has e (snd k))).

Definition exchange s k (sought : key) : state E * option (E * option E) :=
  match found s k, found s sought with
  | None, _ => (s, None)
  | Some pivot, Some other =>
      if fst sought =? fst k then (s, Some (pivot, None))
      else (replaced (replaced s k other) sought pivot, Some (pivot, Some other))
  | Some pivot, None => (s, Some (pivot, None))
  end.

(** * Packing: a key as one integer, the id above the index (R9) *)

Definition pack (index_width : Z) k : Z := Z.lor (Z.shiftl (snd k) index_width) (fst k).
Definition unpack (index_width packed : Z) : key := (Z.land packed (Z.ones index_width), Z.shiftr packed index_width).
Definition repack s k : answer E :=
  match index_bits (options s), id_bits (options s) with
  | Some index_width, Some id_width =>
      Found (if fits index_width (fst k) && fits id_width (snd k)
             then found s (unpack index_width (pack index_width k)) else None)
  | _, _ => Unable
  end.

(** * Every operation *)

Definition step s (o : operation E) : state E * answer E :=
  match o with
  | Add e => if has_room s 1 then let (after, k) := insert s e in (after, Issued k) else (s, Full)
  | Extend es =>
      if has_room s (Z.of_nat (length es)) then let (after, ks) := insert_all s es in (after, Issued_all ks)
      else (s, Full)
  | Remove k => let (after, e) := remove s k in (after, Found e)
  | Remove_many k other =>
      let (s1, e) := remove s k in let (s2, e') := remove s1 other in (s2, Found_both e e')
  | At k => (s, Found (found s k))
  | Contains k => (s, Truth (resolves s k))
  | Key_at k => (s, Found_at (key_at s (fst k)))
  | Repack k => (s, repack s k)
  | Replace k e => if resolves s k then (replaced s k e, Truth true) else (s, Truth false)
  | At_mut k f =>
      match found s k with
      | None => (s, Found None)
      | Some e => (replaced s k (f e), Found (Some (f e)))
      end
  | Each_mut f => (iteration (with_contents s (each_changed f (contents s))), Done)
  | Exchange k sought => let (after, x) := exchange s k sought in (after, Exchanged x)
  | Length => (s, Number (live_of s))
  | Is_empty => (s, Truth (live_of s =? 0))
  | Each => (iteration s, Entries (items s))
  | Keys => (iteration s, Looked_up (map (fun x => found s (fst x)) (items s)))
  | Apply k => (s, Pivot (option_map (fun e => (e, view s (fst k))) (found s k)))
  | Traverse => (s, Pivots (map (fun x => (snd x, view s (fst (fst x)))) (items s)))
  | Lend => (iteration s, if live_of s =? 0 then Found None else Borrowed)
  | Clear => (clear s, Done)
  | Drain => (clear (iteration s), Elements (map snd (items s)))
  | Retain keep =>
      let rejected := filter (fun x => negb (keep (snd x))) (items s) in
      (remove_all (iteration s) (map fst rejected), Elements (map snd rejected))
  | Reserve count =>
      let count := Z.of_N count in if has_room s count then (with_room s count, Done) else (s, Full)
  | Shrink_to_fit => (shrink_to_fit s, Done)
  | Reload => (s, Done)
  end.

(** * What the levels layout and cost show

    Of the fields of a state, [allocated] and [removals] are not shown. Costs depend on the one, and no step on the
    other. *)
Definition layout s : Z * list (list Z * list Z) * Z :=
  let shown p := ([start p; size p; live p; opened p], free_list (contents s) p) in
  (space_of s, map shown (partitions s), next_id s).
Definition costs s : list Z :=
  let x := spent s in [visits x; moved x; dropped x; iterated x].

End Container.
