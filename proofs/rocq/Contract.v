(** What a user can observe: a finite map from keys to elements, for every operation its answers and its effect, and
    programs. *)
From Lists Require Export Container.

Section Contract.
Context {E : Type}.

Definition mapping : Type := key -> option E.
Implicit Types m : mapping.

Definition same (k j : key) : bool := (fst k =? fst j) && (snd k =? snd j).
Definition with_entry m (k : key) (e : option E) : mapping := fun j => if same j k then e else m j.
Definition with_entries m (l : list (key * E)) :
  mapping := fold_left (fun m x => with_entry m (fst x) (Some (snd x))) l m.
Definition among m (keep : E -> bool) : mapping :=
  fun k => match m k with Some e => if keep e then Some e else None | None => None end.
Definition has m (k : key) : bool := match m k with Some _ => true | None => false end.

(** The map after an operation that was answered like this. *)
Definition effect m (o : operation E) (a : answer E) : mapping :=
  match o, a with
  | Add e, Issued k => with_entry m k (Some e)
  | Extend es, Issued_all ks => with_entries m (combine ks es)
  | Remove k, _ => with_entry m k None
  | Remove_many k j, _ => with_entry (with_entry m k None) j None
  | Replace k e, _ => if has m k then with_entry m k (Some e) else m
  | At_mut k f, _ => with_entry m k (option_map f (m k))
  | Each_mut f, _ => fun k => option_map f (m k)
  | Exchange k j, _ => if has m k && has m j then with_entry (with_entry m k (m j)) j (m k) else m
  | Clear, _ | Drain, _ => fun _ => None
  | Retain keep, _ => among m keep
  | _, _ => m
  end.

(** The list shows each entry of the map once. *)
Definition lists m (l : list (key * E)) : Prop :=
  NoDup (map fst l) /\ forall k e, In (k, e) l <-> m k = Some e.
Definition shows m (a : list (key * E) -> answer E) (given : answer E) : Prop :=
  exists l, lists m l /\ given = a l.

(** The view of a pivot shows all but the pivot. *)
Definition view_of m (k : key) (view : list E) : Prop :=
  exists l, lists (with_entry m k None) l /\ view = map snd l.

(** The answers that an operation may give. A refusal for want of room is always allowed here; when it is given, says
    [insertion_is_refused_exactly_without_room]. *)
Definition allowed m (o : operation E) (a : answer E) : Prop :=
  match o with
  | Add _ => a = Full \/ exists k, a = Issued k /\ m k = None
  | Extend es => a = Full \/ exists ks,
      a = Issued_all ks /\ length ks = length es /\ NoDup ks /\ forall k, In k ks -> m k = None
  | Remove k | At k => a = Found (m k)
  | Remove_many k j => a = Found_both (m k) (if same k j then None else m j)
  | Contains k => a = Truth (has m k)
  | Key_at k => exists found, a = Found_at found /\
      match found with
      | Some (j, e) => fst j = fst k /\ m j = Some e
      | None => forall id, m (fst k, id) = None
      end
  | Repack k => a = Unable \/ a = Found (m k)
  | Replace k _ => a = Truth (has m k)
  | At_mut k f => a = Found (option_map f (m k))
  | Exchange k j => a = Exchanged (option_map (fun e => (e, if same k j then None else m j)) (m k))
  | Length => shows m (fun l => Number (Z.of_nat (length l))) a
  | Is_empty => shows m (fun l => Truth (match l with [] => true | _ => false end)) a
  | Each => shows m Entries a
  | Keys => shows m (fun l => Looked_up (map (fun x => Some (snd x)) l)) a
  | Apply k => match m k with
      | None => a = Pivot None
      | Some e => exists view, view_of m k view /\ a = Pivot (Some (e, view))
      end
  | Traverse => exists l pivots, lists m l /\ a = Pivots pivots /\
      Forall2 (fun x y => fst y = snd x /\ view_of m (fst x) (snd y)) l pivots
  | Lend => shows m (fun l => match l with [] => Found None | _ => Borrowed end) a
  | Drain => shows m (fun l => Elements (map snd l)) a
  | Retain keep => shows (among m (fun e => negb (keep e))) (fun l => Elements (map snd l)) a
  | Reserve _ => a = Done \/ a = Full
  | Each_mut _ | Clear | Shrink_to_fit | Reload => a = Done
  end.

(** * Which keys an operation retires, and which insertion a key belongs to *)

Definition retires (o : operation E) m (k : key) : Prop :=
  match o with
  | Remove j => j = k
  | Remove_many i j => i = k \/ j = k
  | Clear | Drain => True
  | Retain keep => exists e, m k = Some e /\ keep e = false
  | _ => False
  end.

(** Insertion n, counted from 0, was given this key. *)
Definition given (ks : list key) (n : nat) (k : key) : Prop := nth_error ks n = Some k.

(** No later insertion was given the same index. *)
Definition latest (ks : list key) (n : nat) (k : key) : Prop :=
  given ks n k /\ forall (later : nat) j, (n < later)%nat -> given ks later j -> fst j <> fst k.

End Contract.

(** * Programs *)

Section Programs.
Context {E : Type} (d : design E).

Fixpoint run (s : state E) (os : list (operation E)) : state E * list (answer E) :=
  match os with
  | [] => (s, [])
  | o :: rest => let (s1, a) := step d s o in let (s2, answers) := run s1 rest in (s2, a :: answers)
  end.

(** The keys that a program was given, in the order of its insertions: the n-th is that of insertion n. *)
Definition keys_of (a : answer E) : list key :=
  match a with Issued k => [k] | Issued_all ks => ks | _ => [] end.
Definition issued (answers : list (answer E)) : list key := flat_map keys_of answers.

(** What is true of every list of this kind after every program: of its options, its state and the keys issued. *)
Definition always (P : parameters -> state E -> list key -> Prop) : Prop := forall o program, lawful o = true ->
  let (s, answers) := run (initial d o) program in P o s (issued answers).

End Programs.
